/** What the bundle of CommonJS exports, as `require` answers it. */
export function loadScript(path: string): unknown
/** Stores the code of all loaded scripts that V8 had to compile. Never throws. */
export function storeCode(): void
