/** The state of one open record form. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { fieldOf, type TableModel } from '../../protocol/index.ts'
import type { RecordView, Site, WireRow } from '../fields/input.ts'
import { clearDependents } from './dependents.ts'
import { changedFields, draftOf, isSameValue, type Draft } from './draft.ts'
import { saveRecord, type SaveEnd } from './save.ts'

export type RecordForm = ReturnType<typeof useRecord>

/**
 * @param loaded the row as it was loaded, null to add one
 * @param onSaved called once per saved record
 */
export function useRecord(model: TableModel, loaded: WireRow | null, site: Site, onSaved: (id: number) => void) {
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState<Draft>(() => draftOf(model, loaded))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setIsTried] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [cleared, setCleared] = useState<readonly string[]>([])
  const [answer, setAnswer] = useState<Exclude<SaveEnd, { end: 'saved' }> | null>(null)
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({})
  const labels = useRef(new Map<string, string>())
  const isUnderWay = useRef(false)

  const before = useMemo(() => draftOf(model, base), [model, base])
  const isDirty = pending.size > 0 || changedFields(model, before, draft, site.timeZone).length > 0
  const start = (row: WireRow | null, next: Draft) => {
    setBase(row)
    setDraft(next)
    setTouched(new Set())
    setIsTried(false)
    setAnswer(null)
    setServerErrors({})
    setCleared([])
  }
  const change = (next: Draft) => {
    const done = clearDependents(model, draft, next)
    setDraft(done.draft)
    setCleared(done.cleared)
    setServerErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([name]) => done.draft[name] === draft[name])))
  }
  /** Saves what is given, made on `row`. A second call while one is under way does nothing. */
  const save = async (row: WireRow | null, values: Draft): Promise<SaveEnd | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setIsSaving(true)
    setAnswer(null)
    const end = await saveRecord(model, row, values, site.timeZone)
    isUnderWay.current = false
    setIsSaving(false)
    if (end.end === 'saved') onSaved(end.id)
    else setAnswer(end)
    if (end.end === 'refused') setServerErrors(end.errors)
    return end
  }
  /** My changes on top of their row. */
  const mineOver = (theirs: WireRow): Draft => {
    const mine = changedFields(model, before, draft, site.timeZone)
    return { ...draftOf(model, theirs), ...Object.fromEntries(mine.map((field) => [field.name, draft[field.name]])) }
  }
  const view: RecordView = useMemo(() => ({
    model,
    id: base === null ? null : Number(base['id']),
    row: base,
    valueOf: (name) => draft[name],
    remember: (name, id, label) => labels.current.set(`${name}:${id}`, label),
    setPending: (name, isPending) => setPending((all) => (all.has(name) === isPending ? all : new Set(isPending ? [...all, name] : [...all].filter((other) => other !== name)))),
  }), [model, base, draft])
  return {
    model, base, before, draft, touched, isTried, isSaving, isDirty, cleared, answer, serverErrors, view, site, change, save, start, mineOver,
    isPending: pending.size > 0,
    tried: () => setIsTried(true),
    touch: useCallback((name: string) => setTouched((all) => (all.has(name) ? all : new Set([...all, name]))), []),
    labelOf: (name: string, value: unknown) => labels.current.get(`${name}:${String(value)}`) ?? null,
    isSame: (name: string, one: unknown, other: unknown) => {
      const field = fieldOf(model, name)
      return field !== undefined && isSameValue(field, one, other, site.timeZone)
    },
    dropAnswer: () => setAnswer(null),
  }
}
