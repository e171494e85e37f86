/** Data that this browser keeps: the name of the device, and the answers until they are handed in. */
import type { Answers } from '../../shared/item.ts'

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    // A browser that stores nothing can still hand the sheet in.
    return false
  }
}

/** A random name, the same for all questionnaires; the server stores a hash that differs in each. */
export function deviceName(): string {
  const key = 'questionnaireDevice'
  const name = read<string>(key) ?? crypto.randomUUID()
  write(key, name)
  return name
}

export interface LocalDraft {
  /** The submission: the same for every try, so that the sheet is stored once. */
  readonly client: string
  readonly version: number
  readonly answers: Answers
  /** Names of uploaded files by code. */
  readonly files: Readonly<Record<string, string>>
  readonly startedAt: number
  readonly savedAt: number
  /** When the server has stored what this browser sent or got last; 0 = never. */
  readonly draftTime: number
}

const keyOf = (link: string): string => `questionnaire ${link}`

export const readDraft = (link: string): LocalDraft | null => read<LocalDraft>(keyOf(link))
export const saveDraft = (link: string, draft: LocalDraft): boolean => write(keyOf(link), draft)

export function removeDraft(link: string): void {
  try {
    localStorage.removeItem(keyOf(link))
  } catch {
    // It was never stored.
  }
}
