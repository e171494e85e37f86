import { Callout } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import type { ErrorListProps } from '@rjsf/utils'
import { fieldOf, type TableModel } from '../../../protocol/index.ts'
import type { Draft } from '../draft.ts'
import type { FieldLocale } from '../../fields/input-props.ts'
import { errorsAt, placesWithin, type ErrorNode } from '../nested-errors.ts'
import { fieldsInOrder, focusField, visibleError } from '../field-errors.ts'
import { controlId, useFormContext } from '../form-context.ts'

/** After an attempt to save: all errors from top to bottom, each linked to its field. */
export function ErrorListTemplate({ errorSchema }: ErrorListProps<Draft>) {
  const screen = useFormContext()
  const {
    view: { model },
    locale,
    idPrefix,
  } = screen
  const errors = errorSchema as ErrorNode
  const places = fieldsInOrder(screen).flatMap((name) => placesWithin(errors[name] as ErrorNode | undefined, name))
  const wrong = places
    .map((name) => ({ name, text: visibleError(screen, name, errorsAt(errors, name)) }))
    .filter((problem) => problem.text !== null)
  if (wrong.length === 0 || !screen.isTried) return null
  return (
    <Callout role="alert" intent="danger" icon={<WarningSign />} compact className="record-summary">
      <strong>{locale.t('to-mend', { count: wrong.length })}</strong>
      <ul>
        {wrong.map(({ name, text }) => (
          <li key={name}>
            <a
              href={`#${controlId(idPrefix, name)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(idPrefix, name)
              }}
            >
              {titleOf(model, name, locale)}
            </a>
            {locale.language === 'zh-cn' ? '：' : ': '}
            {text}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** The label of a field; inside lines also the line number and the field of the line. */
function titleOf(model: TableModel, name: string, { language, t }: FieldLocale): string {
  const [head = '', line, part] = name.split('.')
  const field = fieldOf(model, head)
  const title = field?.label[language] ?? head
  if (line === undefined) return title
  const inner = field?.fields?.find((candidate) => candidate.name === part)?.label[language]
  return [title, t('line-place', { number: Number(line) + 1 }), ...(inner === undefined ? [] : [inner])].join(' · ')
}
