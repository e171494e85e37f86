/** A list of the member in pages. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { errorText, PageSteps, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import './member.css'
import { useT } from './texts.ts'

export const pageSize = 20

interface PagedListProps<Row> {
  /** Changes with everything that the list depends on. */
  readonly name: string
  readonly title: string
  readonly empty: string
  readonly load: (page: number) => Promise<{ readonly list: readonly Row[]; readonly total: number }>
  readonly children: (row: Row, reload: () => void) => ReactNode
  /** Beside the heading. */
  readonly side?: ReactNode
}

export function PagedList<Row>({ name, title, empty, load, children, side }: PagedListProps<Row>) {
  const t = useT()
  const language = useLanguage()
  useTitle(title)
  const [page, setPage] = useState(1)
  const { value, error, retry } = useStaleWhileRevalidate(`${name} ${page} ${language}`, () => load(page))
  const pages = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  return (
    <>
      <div className="cms-head">
        <h1>{title}</h1>
        {side}
      </div>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.total === 0 && <p className="tw-card tw-muted">{empty}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card cms-list">{value.list.map((row) => children(row, retry))}</ul>
      )}
      <PageSteps page={page} pages={pages} go={setPage} />
    </>
  )
}
