import { listOf } from '../../raw/ledger.ts'
import { both } from '../../source/problem.ts'
import type { Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import { columnOf, ledgersOf, storedAs } from '../view/ledger-view.ts'
import { ledgerProblem } from './ledger-problem.ts'
import { columnAtPath, findPathProblem } from './paths.ts'

export const ledgerSnapshots: Rule = {
  code: 'TW1704',
  name: 'A snapshot follows references to a value that fits its column',
  find: (view) =>
    ledgersOf(view).flatMap(({ entity, raw }) =>
      Object.entries(raw.snapshot ?? {}).flatMap(([column, paths]) =>
        listOf(paths).flatMap((path, index) => {
          const pointer = `/x-ledger/snapshot/${escaped(column)}${typeof paths === 'string' ? '' : `/${index}`}`
          const broken = findPathProblem(view, entity, path.split('.'))
          if (broken !== null) return [ledgerProblem('TW1704', entity, pointer, broken)]
          const [own, last] = [columnOf(view, entity, column), columnAtPath(view, entity, path.split('.'))]
          if (
            !own ||
            !last ||
            (typeof paths === 'string'
              ? storedAs(own) === storedAs(last)
              : storedAs(own) === 'text' && storedAs(last) === 'text')
          )
            return []
          return [
            ledgerProblem(
              'TW1704',
              entity,
              pointer,
              both(`“${path}”的值不能存入“${column}”。`, `The value of "${path}" does not fit "${column}".`),
            ),
          ]
        }),
      ),
    ),
}
