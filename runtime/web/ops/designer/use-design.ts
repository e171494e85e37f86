/** An entity that is being designed: its changes, and what the server makes of them. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, errorText } from '../../core/api/api-error.ts'
import { openEntity, previewChange, type JsonObject, type Operation, type Preview } from './calls.ts'
import { readDraft, withOperation, writeDraft, type DesignDraft } from './draft.ts'

export interface Design {
  readonly entity: string
  readonly draft: DesignDraft
  /** The document with the changes; null until it is loaded. */
  readonly document: JsonObject | null
  readonly preview: Pick<Preview, 'entities' | 'problems' | 'words'> | null
  readonly error: string | null
  /** The document that others have changed at the same place; null = there is none. */
  readonly conflict: Conflict | null
  readonly isBusy: boolean
  /** Adds operations. Resolves to whether they could be done. */
  readonly change: (...operations: readonly Operation[]) => Promise<boolean>
  /** Takes one of the changes back. */
  readonly drop: (index: number) => void
  readonly discard: () => void
  /** After the changes were applied. */
  readonly finish: () => void
}

interface Conflict {
  /** The text that the changes were made on, and the one that is there now. */
  readonly own: string
  readonly other: string
}

function conflictOf(problem: unknown): Conflict | null {
  const data = problem instanceof ApiError ? (problem.data as { row?: { data?: Partial<Conflict> } } | null) : null
  const { own, other } = data?.row?.data ?? {}
  return own !== undefined && other !== undefined ? { own, other } : null
}

const emptyDraft: DesignDraft = { operations: [], bases: {} }

/** @param initial operations of an entity that does not exist yet; null = it exists */
export function useDesign(entity: string, initial: readonly Operation[] | null): Design {
  const [draft, setDraft] = useState<DesignDraft>(() => readDraft(entity) ?? { operations: initial ?? [], bases: {} })
  // Changes are made one after the other, each on what the one before has made.
  const latest = useRef(draft)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const [document, setDocument] = useState<JsonObject | null>(null)
  const [preview, setPreview] = useState<Design['preview']>(null)
  const [error, setError] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** Shows what the server makes of a draft; false when it refuses. */
  const show = async (next: DesignDraft): Promise<boolean> => {
    setBusy(true)
    try {
      if (next.operations.length === 0) {
        const opened = await openEntity(entity)
        latest.current = { operations: [], bases: { [`${entity}.json`]: opened.base } }
        setDraft(latest.current)
        setDocument(opened.document)
        const { model, form } = opened
        setPreview({ entities: model && form ? [{ id: entity, model, form }] : [], problems: [], words: [] })
      } else {
        const answer = await previewChange(next, entity)
        latest.current = next
        setDraft(next)
        setDocument(answer.documents.find(({ id }) => id === entity)?.document ?? null)
        setPreview((before) => ({
          ...answer,
          // While the schemas have problems there is no new model: the last one stays in view.
          entities: answer.entities.length > 0 ? answer.entities : (before?.entities ?? []),
        }))
      }
      writeDraft(entity, next)
      setError(null)
      setConflict(null)
      return true
    } catch (problem) {
      setError(errorText(problem))
      setConflict(conflictOf(problem))
      return false
    } finally {
      setBusy(false)
    }
  }
  const showNext = (draftOf: (before: DesignDraft) => DesignDraft): Promise<boolean> => {
    const result = queue.current.then(() => show(draftOf(latest.current)))
    queue.current = result
    return result
  }
  const open = useEffectEvent(() => showNext((before) => before))
  useEffect(() => {
    const timer = setTimeout(() => void open())
    return () => clearTimeout(timer)
  }, [])
  return {
    entity,
    draft,
    document,
    preview,
    error,
    conflict,
    isBusy,
    change: (...operations) =>
      showNext((before) => ({ ...before, operations: operations.reduce(withOperation, before.operations) })),
    drop: (index) =>
      void showNext((before) => ({
        ...before,
        operations: before.operations.filter((_item, position) => position !== index),
      })),
    discard: () => void showNext((before) => ({ ...before, operations: [] })),
    finish: () => {
      writeDraft(entity, emptyDraft)
      void showNext(() => emptyDraft)
    },
  }
}
