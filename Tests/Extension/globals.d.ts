// The part of the extension API that Sidekey uses, written by hand: no package brings it.

declare namespace WebExtension {
    interface Event<Listener extends (...args: any[]) => any> {
        addListener(listener: Listener): void;
        removeListener(listener: Listener): void;
    }
    interface Tab {
        id?: number;
        windowId?: number;
        url?: string;
        incognito?: boolean;
        cookieStoreId?: string;
    }
    interface MessageSender {
        id?: string;
        url?: string;
        origin?: string;
        tab?: Tab;
        frameId?: number;
        documentId?: string;
        documentLifecycle?: string;
    }
    interface Port {
        name: string;
        sender?: MessageSender;
        error?: { message: string } | null;
        postMessage(message: unknown): void;
        disconnect(): void;
        onMessage: Event<(message: any) => void>;
        onDisconnect: Event<(port: Port) => void>;
    }
    interface StorageArea {
        get(names: string | string[]): Promise<{ [name: string]: any }>;
        set(items: { [name: string]: unknown }): Promise<void>;
        remove(names: string | string[]): Promise<void>;
    }
    interface Window {
        id?: number;
        focused?: boolean;
        left?: number;
        top?: number;
        width?: number;
        height?: number;
    }
    interface CreateWindow {
        type: "popup";
        url: string;
        width: number;
        height: number;
        left?: number;
        top?: number;
    }
    interface Origins {
        origins: string[];
    }
    interface API {
        action: {
            setBadgeText(details: { text: string }): Promise<void>;
            setIcon(details: { tabId: number; path: { [size: string]: string } }): Promise<void>;
            setTitle(details: { tabId: number; title: string }): Promise<void>;
            setBadgeBackgroundColor(details: { color: string }): Promise<void>;
            getUserSettings?(): Promise<{ isOnToolbar?: boolean }>;
        };
        extension: { inIncognitoContext: boolean };
        i18n: { getMessage(key: string, values?: string[]): string; getUILanguage(): string };
        notifications: {
            create(id: string, options: { type: "basic"; iconUrl: string; title: string; message: string }): Promise<string>;
            clear(id: string): Promise<boolean>;
            onClicked: Event<(id: string) => void>;
        };
        permissions: {
            contains(permissions: Origins): Promise<boolean>;
            request(permissions: Origins): Promise<boolean>;
        };
        runtime: {
            id: string;
            lastError?: { message?: string } | null;
            connect(details: { name: string }): Port;
            connectNative(host: string): Port;
            getManifest(): { version: string };
            getPlatformInfo(): Promise<{ os: string }>;
            getURL(path: string): string;
            onConnect: Event<(port: Port) => void>;
            onInstalled: Event<(details: { reason: string }) => void>;
            onMessage: Event<(message: any, sender: MessageSender, respond: (answer: unknown) => void) => void>;
        };
        storage: {
            local: StorageArea;
            session: StorageArea;
            onChanged: Event<(changes: { [name: string]: { oldValue?: any; newValue?: any } }, area: string) => void>;
        };
        tabs: {
            query(query: { active: boolean; currentWindow: boolean }): Promise<Tab[]>;
            create(details: { url: string }): Promise<Tab>;
            reload(tab?: number): Promise<void>;
            update(tab: number, change: { active: boolean }): Promise<Tab>;
            sendMessage(tab: number, message: unknown, options: { frameId: number }): Promise<any>;
        };
        windows: {
            create(details: CreateWindow | { url: string }): Promise<Window>;
            get(id: number): Promise<Window>;
            getLastFocused(): Promise<Window>;
            update(id: number, change: { focused: boolean }): Promise<Window>;
            onFocusChanged: Event<(id: number) => void>;
            onRemoved: Event<(id: number) => void>;
        };
    }
}

declare var browser: WebExtension.API;
declare var chrome: WebExtension.API;
