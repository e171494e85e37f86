/** Names of records, requested from the server once each. */
import { useEffect, useState } from 'react'
import type { RelationModel } from '../../../protocol/index.ts'
import { tableApi } from '../../core/api/table.ts'
import { referenceText } from '../record-names.ts'

const namesById = new Map<string, string>()
/** Of two requests for the same name at the same time the client would cancel one. */
const underway = new Map<string, Promise<string>>()

/** Remembers a name that is already known, so that it is not requested. */
export function rememberName(relation: RelationModel, id: string | number, name: string): void {
  namesById.set(`${relation.controller} ${id}`, name)
}

/** The name of the record with that id; null while it is unknown, or when `id` is null. */
export function useRecordName(relation: RelationModel | undefined, id: string | null): string | null {
  const key = relation && id !== null ? `${relation.controller} ${id}` : null
  const [, setTurn] = useState(0)
  useEffect(() => {
    if (key === null || !relation || id === null || namesById.has(key)) return
    let isCurrent = true
    loadName(relation, key, id).then(
      (name) => {
        namesById.set(key, name)
        if (isCurrent) setTurn((turn) => turn + 1)
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [key, relation, id])
  return key === null ? null : (namesById.get(key) ?? null)
}

function loadName(relation: RelationModel, key: string, id: string): Promise<string> {
  const begun = underway.get(key)
  if (begun) return begun
  const request = nameOf(relation, id).finally(() => underway.delete(key))
  underway.set(key, request)
  return request
}

async function nameOf(relation: RelationModel, id: string): Promise<string> {
  const { options } = await tableApi(relation.controller).select({ init: [id] }, { quiet: true })
  const row = flat(options).find((candidate) => String(candidate['id']) === id)
  return (row && referenceText(relation, row)) || `#${id}`
}

const flat = (rows: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>>[] =>
  rows.flatMap((row) => [
    row,
    ...(Array.isArray(row['children']) ? flat(row['children'] as Readonly<Record<string, unknown>>[]) : []),
  ])
