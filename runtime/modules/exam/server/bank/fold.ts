/** Fingerprints of questions: two that are the same to people have the same one. */
import { createHash } from 'node:crypto'
import { plainText } from 'tablewright/protocol'
import { foldText } from '../../shared/fold-text.ts'
import type { Kind, QuestionDetails } from '../../shared/question.ts'

/** The same for questions that differ in width, case, spaces or punctuation only. */
export function foldQuestion(subject: number | null, kind: Kind, title: string, details: QuestionDetails): string {
  const pictures = [...title.matchAll(/<img [^>]*?src="([^"]*)"/g)].map(([, address = '']) => address)
  const options = (details.options ?? []).map(({ text }) => foldText(text)).toSorted()
  const parts = [String(subject), kind, foldText(plainText(title)), ...pictures, ...options]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
