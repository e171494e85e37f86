import type { FieldModel, Text } from '../../../runtime/protocol/index.ts'
import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { problemOf } from '../rule.ts'
import type { PostingView } from '../view/ledger-view.ts'

/** A problem with a keyword of a posting. */
export const postingProblem = (
  code: string,
  { entity, pointer }: PostingView,
  keyword: string,
  message: Text,
  { hint = null, at: part = 'value' }: { readonly hint?: Problem['hint']; readonly at?: 'name' | 'value' } = {},
): Problem => problemOf(code, entity.document, `${pointer}/${keyword}`, part, { message, hint })

interface PostingPlace {
  readonly code: string
  readonly posting: PostingView
  readonly keyword: string
  readonly at?: 'name' | 'value'
}

/** A problem when the field is an enum without that option. */
export function optionProblems(
  { code, posting, keyword, at: part = 'value' }: PostingPlace,
  field: FieldModel,
  name: string,
): readonly Problem[] {
  if (!field.options || field.options.some((option) => option.name === name)) return []
  return [
    postingProblem(
      code,
      posting,
      keyword,
      both(`“${field.name}”没有选项“${name}”。`, `"${field.name}" has no option "${name}".`),
      {
        hint: didYouMean(
          suggest(
            name,
            field.options.map((option) => option.name),
          ),
        ),
        at: part,
      },
    ),
  ]
}
