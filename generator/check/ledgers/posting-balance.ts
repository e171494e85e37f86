import { both } from '../../source/problem.ts'
import type { Rule } from '../rule.ts'
import { allPostings } from '../view/ledger-view.ts'
import { postingProblem } from './posting-problem.ts'

export const postingBalance: Rule = {
  code: 'TW1708',
  name: 'Balanced entries add and subtract the same quantity',
  find: (view) =>
    allPostings(view).flatMap((posting) => {
      const { raw, ledger } = posting
      if (raw.balanced !== true || !ledger) return []
      const measures = raw.entries.map((entry) => JSON.stringify(entry[ledger.raw.measure]))
      const sum = raw.entries.reduce((all, entry) => all + (entry['sign'] === '-' ? -1 : 1), 0)
      if (sum === 0 && measures.every((measure) => measure === measures[0])) return []
      return [
        postingProblem('TW1708', posting, 'balanced', both('各笔之和不为零。', 'The entries do not add up to zero.'), {
          hint: both('请让正负两笔取同一数量。', 'use the same quantity in a "+" and a "-" entry'),
        }),
      ]
    }),
}
