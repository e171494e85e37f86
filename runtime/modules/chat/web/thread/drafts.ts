/** Texts that were not sent yet, kept in this browser. */
const keyOf = (owner: string, conversation: number): string => `tw-chat-draft:${owner}:${conversation}`

export function readDraft(owner: string, conversation: number): string {
  try {
    return localStorage.getItem(keyOf(owner, conversation)) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(owner: string, conversation: number, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(owner, conversation))
    else localStorage.setItem(keyOf(owner, conversation), text)
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}
