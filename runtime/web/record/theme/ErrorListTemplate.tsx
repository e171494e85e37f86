import { Callout } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import type { ErrorListProps } from '@rjsf/utils'
import { fieldOf } from '../../../protocol/index.ts'
import type { Draft } from '../draft.ts'
import { fieldsInOrder, focusField, shownError } from '../problem-view.ts'
import { controlId, useScreen } from '../screen.ts'

/** After a try to save: what is wrong, from top to bottom, each a link to its field. */
export function ErrorListTemplate({ errorSchema }: ErrorListProps<Draft>) {
  const screen = useScreen()
  const { view: { model }, site, idPrefix } = screen
  const wrong = fieldsInOrder(screen).map((name) => ({ name, text: shownError(screen, name, errorSchema[name]?.__errors) })).filter((one) => one.text !== null)
  if (wrong.length === 0 || !screen.isTried) return null
  return (
    <Callout role="alert" intent="danger" icon={<WarningSign />} compact className="record-summary">
      <strong>{site.say('to-mend', { count: wrong.length })}</strong>
      <ul>
        {wrong.map(({ name, text }) => (
          <li key={name}>
            <a href={`#${controlId(idPrefix, name)}`} onClick={(event) => { event.preventDefault(); focusField(idPrefix, name) }}>{fieldOf(model, name)?.label[site.language] ?? name}</a>
            {site.language === 'zh-cn' ? '：' : ': '}{text}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
