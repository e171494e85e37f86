/** Chapters of a replay: page turns, quizzes, and what the teacher named. */
import type { LiveEvent } from './events.ts'

export interface Chapter {
  /** Number of its event. */
  readonly seq: number
  readonly time: number
  readonly kind: 'start' | 'page' | 'quiz' | 'named'
  /** Empty where nobody gave one. */
  readonly title: string
  /** The page of the board, counted from 1. */
  readonly page: number | null
}

export function chaptersOf(events: Iterable<LiveEvent>): readonly Chapter[] {
  const chapters: Chapter[] = []
  const pages: { readonly id: number; readonly title: string }[] = [{ id: 0, title: '' }]
  for (const { kind, seq, time, payload } of events) {
    if (kind === 'start') chapters.push({ seq, time, kind: 'start', title: '', page: null })
    if (kind === 'page.add') pages.push({ id: seq, title: payload.title })
    if (kind === 'page.go' || (kind === 'page.add' && payload.isShown !== false)) {
      const index = pages.findIndex(({ id }) => id === (kind === 'page.go' ? payload.page : seq))
      chapters.push({ seq, time, kind: 'page', title: pages[index]?.title ?? '', page: index + 1 })
    }
    if (kind === 'quiz.open') chapters.push({ seq, time, kind: 'quiz', title: payload.title, page: null })
    if (kind === 'chapter') chapters.push({ seq, time, kind: 'named', title: payload.title, page: null })
  }
  return chapters
}
