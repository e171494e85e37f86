/** Checks everything and tells every problem at once. */
import { sortProblems, type Problem } from '../problem.ts'
import type { Sources } from '../read.ts'
import { patterns } from './patterns.ts'
import { rules } from './rules.ts'
import { viewOf } from './view.ts'

/** Every problem of the sources by file and place; empty = all is well. */
export async function checkSources(sources: Sources): Promise<readonly Problem[]> {
  const view = viewOf(sources)
  return sortProblems([...rules.flatMap((rule) => rule.find(view)), ...(await patterns.find(view))])
}
