/** Values stored in this browser: JSON by key, and plain text where other programs read the same key. */

/** The value stored under a key, or null when there is none, it is malformed, or storage is disabled. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value. Without storage (private windows, full quota) it lasts until the page is left. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The value lasts as long as the page.
  }
}

/** The text stored under a key; null when there is none. */
export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStoredText(key: string, word: string): void {
  try {
    localStorage.setItem(key, word)
  } catch {
    // The value lasts as long as the page.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
