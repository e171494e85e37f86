/** Checks everything and reports all problems at once; what works but could be better, when there are none. */
import { sortProblems, type Problem } from '../source/problem.ts'
import type { Sources } from '../read.ts'
import { patterns } from './fields/patterns.ts'
import { rules } from './rules.ts'
import { viewOf } from './view/view.ts'
import { warnings } from './warnings.ts'

/** Every problem of the sources by file and place; empty = all is well. */
export async function checkSources(sources: Sources): Promise<readonly Problem[]> {
  const view = viewOf(sources)
  return firstPerPlace(sortProblems([...rules.flatMap((rule) => rule.find(view)), ...(await patterns.find(view))]))
}

/** What sources without problems could do better, by file and place. */
export function findWarnings(sources: Sources): readonly Problem[] {
  const view = viewOf(sources)
  return sortProblems(warnings.flatMap((rule) => rule.find(view)))
}

/** One mistake may break several rules at one place. Only the first is reported, as the others follow from it. */
function firstPerPlace(problems: readonly Problem[]): readonly Problem[] {
  const lowest = new Map<string, string>()
  const place = (problem: Problem): string => `${problem.file} ${problem.pointer}`
  for (const problem of problems) {
    const code = lowest.get(place(problem))
    if (code === undefined || problem.code < code) lowest.set(place(problem), problem.code)
  }
  return problems.filter((problem) => problem.pointer === '' || lowest.get(place(problem)) === problem.code)
}
