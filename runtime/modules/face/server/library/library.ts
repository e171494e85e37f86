/** The templates of all enrolled people, opened once and kept until one of them changes. */
import { sql } from 'kysely'
import type { Reading, Scope } from '#generated/face/server.ts'
import { personOptions } from '#generated/face/options.ts'
import type { FaceEngine } from '../engine/engine.ts'
import type { Candidate } from './decide.ts'
import { openVector } from './vectors.ts'

interface Library {
  readonly key: string
  readonly candidates: readonly Candidate[]
}

/** By database: tests have several in one process. */
const libraries = new WeakMap<object, Map<string, Library>>()

type EngineName = Pick<FaceEngine, 'name' | 'version'>

/** Identifies what the library is made of. Templates are never changed, only added and removed. */
async function keyOf(query: Reading, { name, version }: EngineName): Promise<string> {
  const row = await query
    .selectFrom('face_template as t')
    .innerJoin('face_person as p', 'p.id', 't.person_id')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(max(t.id), 0)`.as('last'),
      sql<number>`coalesce(sum(t.id), 0)`.as('ids'),
    ])
    .where('p.status', '=', personOptions.status.enrolled)
    .where('t.engine', '=', name)
    .where('t.engine_version', '=', version)
    .executeTakeFirstOrThrow()
  return `${row.count} ${row.last} ${row.ids}`
}

/** All enrolled people with the templates of this engine. */
export async function readLibrary(
  { database, settings }: Pick<Scope, 'database' | 'settings'>,
  engine: EngineName,
): Promise<readonly Candidate[]> {
  const { query } = database
  const byEngine = libraries.get(database) ?? new Map<string, Library>()
  libraries.set(database, byEngine)
  const name = `${engine.name} ${engine.version} ${settings.dataFolder}`
  const key = await keyOf(query, engine)
  const library = byEngine.get(name)
  if (library?.key === key) return library.candidates
  const rows = await query
    .selectFrom('face_template as t')
    .innerJoin('face_person as p', 'p.id', 't.person_id')
    .select(['t.person_id', 't.slot', 't.vector', 'p.reference'])
    .where('p.status', '=', personOptions.status.enrolled)
    .where('t.engine', '=', engine.name)
    .where('t.engine_version', '=', engine.version)
    .orderBy('t.person_id')
    .orderBy('t.slot')
    .execute()
  const byPerson = new Map<number, Float32Array[]>()
  for (const row of rows) {
    const templates = byPerson.get(row.person_id) ?? []
    templates.push(openVector(settings, row.reference ?? '', row.slot, row.vector))
    byPerson.set(row.person_id, templates)
  }
  const candidates = [...byPerson].map(([person, templates]) => ({ person, templates }))
  byEngine.set(name, { key, candidates })
  return candidates
}
