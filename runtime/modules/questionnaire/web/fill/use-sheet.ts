/** The answers of a person: kept in this browser with every change, and on the server a moment later. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { problemOf } from '../../shared/check-answers.ts'
import { keysOf, type Answer, type Answers, type Item } from '../../shared/item.ts'
import { draft as draftRoute } from '../../shared/routes.ts'
import { applyLogic } from '../../shared/visibility.ts'
import { call } from './calls.ts'
import { language } from './language.ts'
import type { OpenQuestionnaire } from './sheet.ts'
import { readDraft, saveDraft, type LocalDraft } from './storage.ts'

/** Milliseconds after the last change. */
const draftDelayMs = 2000

/** The answers as the server takes them. */
export const sentAnswers = (answers: Answers) =>
  Object.entries(answers).map(([key, { keys = [], text = '', files = [] }]) => ({ key, keys, text, files }))

/** Answers that still fit: the questionnaire may have changed since they were stored. */
function fittingAnswers(items: readonly Item[], answers: Answers): Answers {
  return Object.fromEntries(
    items.flatMap((item) => {
      const answer = answers[item.key]
      if (!answer) return []
      const keys = (answer.keys ?? []).filter((key) => keysOf(item).includes(key))
      return [[item.key, { ...answer, keys }]]
    }),
  )
}

function firstDraft({ items, version, draft }: OpenQuestionnaire, localDraft: LocalDraft | null): LocalDraft {
  const now = Date.now()
  const empty = { client: crypto.randomUUID(), answers: {}, files: {}, startedAt: now, savedAt: now, draftTime: 0 }
  const own = localDraft ?? empty
  // Another device of the person went on since: its answers count, and nothing that only this one has is lost.
  const isNewer = draft !== null && draft.time > (own.draftTime ?? 0)
  const answers = isNewer ? Object.fromEntries(draft.answers.map(({ key, ...answer }) => [key, answer])) : {}
  return {
    ...own,
    version,
    answers: fittingAnswers(items, { ...own.answers, ...answers }),
    files: { ...own.files, ...(isNewer && draft.files) },
    draftTime: isNewer ? draft.time : (own.draftTime ?? 0),
  }
}

export function useSheet(questionnaire: OpenQuestionnaire, localDraft: LocalDraft | null) {
  const { items, link, device, pass, version, anonymous } = questionnaire
  const [sheet, setSheet] = useState(() => firstDraft(questionnaire, localDraft))
  const [isSaved, setSaved] = useState(localDraft !== null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const visible = useMemo(() => applyLogic(items, sheet.answers), [items, sheet.answers])
  const problems = useMemo(
    () =>
      new Map(
        visible.items.flatMap((item) => {
          const problem = problemOf(item, visible.answers[item.key])
          return problem ? [[item.key, problem[language]]] : []
        }),
      ),
    [visible],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = useCallback(
    (key: string, answer: Answer, files: Readonly<Record<string, string>> = {}) =>
      setSheet((before) => ({
        ...before,
        answers: { ...before.answers, [key]: answer },
        files: { ...before.files, ...files },
        savedAt: Date.now(),
      })),
    [],
  )
  const isFirst = useRef(true)
  const draftTime = useRef(0)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    setSaved(saveDraft(link, { ...sheet, draftTime: Math.max(sheet.draftTime, draftTime.current) }))
    clearTimeout(timer.current)
    if (anonymous) return
    const answers = sentAnswers(sheet.answers)
    // It is kept in this browser already: another try follows with the next change.
    const send = () =>
      call(draftRoute, { link, device, version, answers, ...(pass !== '' && { pass }) }).then(
        ({ time }) => {
          const current = readDraft(link)
          if (current) saveDraft(link, { ...current, draftTime: time })
          draftTime.current = time
        },
        () => undefined,
      )
    timer.current = setTimeout(send, draftDelayMs)
  }, [sheet, link, device, pass, version, anonymous])
  const stop = useCallback(() => clearTimeout(timer.current), [])
  return { sheet, visible, problems, change, isSaved, stop }
}
