// Chromium shows the toolbar popup once its document has loaded, and the document waits for its modules with all their imports. An import
// from here doesn't delay it: the document's own header appears at once. Nearly everyone begins at home.
import("./wallet/popup.js");
import("./wallet/views/home.js");
