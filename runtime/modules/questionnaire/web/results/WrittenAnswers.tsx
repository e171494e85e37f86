/** Written answers of a question, newest first. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, errorText, useStaleWhileRevalidate } from 'tablewright/web'
import { texts } from '../../shared/routes.ts'
import { useT } from '../texts.ts'

const pageSize = 20

export function WrittenAnswers({ id, item }: { readonly id: number; readonly item: string }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { value, error } = useStaleWhileRevalidate(`questionnaire texts ${id} ${item} ${page}`, () =>
    callRoute(texts, { id, item, page }, { quiet: true }),
  )
  if (value === null) return error !== null && <p role="alert">{errorText(error)}</p>
  const lines = value.texts.map((text, place) => ({ text, place: `${page} ${place}` }))
  return (
    <>
      {value.total === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul>
          {lines.map(({ text, place }) => (
            <li key={place}>{text}</li>
          ))}
        </ul>
      )}
      {value.total > page * pageSize && <Button text={t('more')} onClick={() => setPage(page + 1)} />}
    </>
  )
}
