/** The questionnaires that the member has answered, or has begun to. */
import { Button } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, errorText, useLanguage, useSite, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { mine } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import './mine.css'

const states = ['draft', 'done', 'off', 'before', 'after', 'full'] as const

export function MyQuestionnaires() {
  const t = useT()
  const language = useLanguage()
  const { timeZone } = useSite()
  useTitle(t('mine'))
  const { value, error, retry } = useStaleWhileRevalidate(`my questionnaires ${language}`, () =>
    callRoute(mine, null, { quiet: true }),
  )
  const lines = (value ?? []).map((line, place) => ({ ...line, place: `${line.link} ${place}` }))
  return (
    <>
      <h1>{t('mine')}</h1>
      {error !== null && (
        <p role="alert">
          {errorText(error)} <Button icon={<Refresh />} text={t('retry')} onClick={retry} />
        </p>
      )}
      {value?.length === 0 && <p className="tw-card tw-muted">{t('mine-empty')}</p>}
      {lines.length > 0 && (
        <ul className="tw-card questionnaire-mine">
          {lines.map(({ place, title, link, state, time }) => (
            <li key={place}>
              <span>{title}</span>
              <span className="tw-muted">
                {t(`state-${states.find((name) => name === state) ?? 'draft'}`)} · {formatSeconds(time, timeZone)}
              </span>
              {state === 'draft' && <a href={`/q/${link}`}>{t('resume')}</a>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
