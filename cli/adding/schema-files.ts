/** The documents below `schemas/` of a project, read and written by operations. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyOperation } from '../../generator/edit/apply-operations.ts'
import type { Documents } from '../../generator/edit/document-editor.ts'
import { OperationError, type Operation } from '../../generator/edit/operation.ts'
import { filesBelow } from '../launcher/publish.mjs'

/** Every document but the dialect. */
export function readSchemaFiles(root: string): Documents {
  const folder = join(root, 'schemas')
  if (!existsSync(folder)) return new Map()
  const paths = filesBelow(folder)
    .map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') && !path.startsWith('dialect/'))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** Paths below the project of documents that differ. */
export function changedPaths(before: Documents, after: Documents): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `schemas/${path}`)
    .sort()
}

/** Writes the documents that differ, and removes those that are no more. */
export function writeSchemaFiles(root: string, before: Documents, after: Documents): readonly string[] {
  const paths = changedPaths(before, after)
  for (const path of paths) {
    const text = after.get(path.slice('schemas/'.length))
    const file = join(root, path)
    if (text === undefined) rmSync(file, { force: true })
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
  return paths
}

/** Does one operation on the files. @returns the changed paths; null when what it adds is there already */
export function runOperation(root: string, operation: Operation): readonly string[] | null {
  const documents = readSchemaFiles(root)
  try {
    return writeSchemaFiles(root, documents, applyOperation(documents, operation).documents)
  } catch (error) {
    if (error instanceof OperationError && error.reason === 'taken') return null
    throw error
  }
}
