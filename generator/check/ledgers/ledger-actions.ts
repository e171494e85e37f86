import { member, objectOf, textsOf } from '../../source/json.ts'
import { isCreatedByPosting, readingActions } from '../../ledger/ledger.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Rule } from '../rule.ts'
import { ledgersOf } from '../view/ledger-view.ts'
import { fieldPointer, type EntityView } from '../view/view.ts'
import { ledgerProblem } from './ledger-problem.ts'

export const ledgerActions: Rule = {
  code: 'TW1703',
  name: 'Ledgers and balances created by postings can only be listed and exported',
  find: (view) => {
    const created = ledgersOf(view).flatMap(({ raw }) =>
      raw.balances.filter(isCreatedByPosting).map(({ table }) => table),
    )
    const writtenByPostings = [...view.entities.values()].filter(
      ({ id, document }) => member(document.value, 'x-ledger') !== undefined || created.includes(id),
    )
    return writtenByPostings.flatMap((entity) => [...checkActions(entity), ...checkDeletions(entity)])
  },
}

function checkActions(entity: EntityView): readonly Problem[] {
  const actions = textsOf(member(entity.document.value, 'x-actions'))
  return actions.flatMap((action, index) =>
    readingActions.some((candidate) => candidate === action)
      ? []
      : [
          ledgerProblem(
            'TW1703',
            entity,
            `/x-actions/${index}`,
            both(
              `“${entity.id}”只由过账写入，不能有操作“${action}”。`,
              `Only postings write to "${entity.id}", so it cannot have the action "${action}".`,
            ),
          ),
        ],
  )
}

/** Deleting a referenced record must neither delete nor change rows that only postings write. */
function checkDeletions(entity: EntityView): readonly Problem[] {
  return [...entity.fields]
    .filter(([, field]) => (member(objectOf(member(field, 'x-relation')), 'onDelete') ?? 'restrict') !== 'restrict')
    .map(([name]) =>
      ledgerProblem(
        'TW1703',
        entity,
        `${fieldPointer(name)}/x-relation/onDelete`,
        both(
          `“${entity.id}”的记录不随引用的记录改变，只能用 restrict。`,
          `Rows of "${entity.id}" do not change with the records they refer to. Use restrict.`,
        ),
      ),
    )
}
