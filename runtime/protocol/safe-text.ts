/** False for texts one database stores and the other refuses: U+0000 and lone surrogates. */
export function isSafeText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
