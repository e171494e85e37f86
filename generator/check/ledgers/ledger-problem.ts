import type { Problem } from '../../source/problem.ts'
import type { Text } from '../../../runtime/protocol/index.ts'
import { problemOf } from '../rule.ts'
import type { EntityView } from '../view/view.ts'

/** A problem with a value of a ledger's schema. */
export const ledgerProblem = (
  code: string,
  { document }: EntityView,
  pointer: string,
  message: Text,
  hint: Problem['hint'] = null,
): Problem => problemOf(code, document, pointer, 'value', { message, hint })
