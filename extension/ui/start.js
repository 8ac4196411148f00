// Chromium shows the toolbar popup once its document has loaded, and a module in the document is waited for with all that
// it imports. Asked for from here, it isn't: the header that the document holds is there at once. Home is where nearly everybody begins.
import("./wallet/popup.js");
import("./wallet/views/home.js");
