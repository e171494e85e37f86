import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, DoubleChevronLeft, DoubleChevronRight } from '@blueprintjs/icons'
import { useState } from 'react'
import { isNarrowWidth } from '../columns/available-width.ts'
import type { LoadedRows } from './use-rows.ts'
import { useListActions, useListData, useListLayout } from '../context/contexts.ts'
import { pageCount, pageSizes } from './list-state.ts'
import { flatRows } from '../tree.ts'
import { useT } from '../texts/index.ts'
import { wholeText } from '../status/whole-text.ts'

/** How many there are, how many on a page, and which page. A tree comes whole and has no pages. */
export function Pager() {
  const { loaded, limit, state, locale } = useListData()
  const { go, narrow, setPreferences } = useListActions()
  const { availableWidth } = useListLayout()
  const t = useT()
  const isNarrow = isNarrowWidth(availableWidth)
  if (!loaded.isLoaded) return <div className="list-pager" />
  const total = loaded.total ?? flatRows(loaded.rows).length
  const text = t(loaded.more ? 'totalMore' : 'total', {
    count: total < 1000 ? total : wholeText(total, locale.language),
  })
  if (loaded.total === null)
    return (
      <div className="list-pager">
        <span className="list-total">{loaded.more ? t('treeMore', { count: total }) : text}</span>
      </div>
    )
  const pages = pageCount(total, limit, loaded.more)
  const isLast = loaded.more ? loaded.rows.length < limit : state.page >= pages
  const sizes = [...new Set([...pageSizes, limit])].sort((a, b) => a - b)
  const resize = (size: number) => {
    setPreferences({ limit: size })
    narrow({ limit: size })
  }
  return (
    <nav className="list-pager" aria-label={t('pager')}>
      <span className="list-total">{text}</span>
      <HTMLSelect aria-label={t('pageSize')} value={limit} onChange={(event) => resize(Number(event.target.value))}>
        {sizes.map((size) => (
          <option key={size} value={size}>
            {isNarrow ? size : t('pageSizeOption', { size })}
          </option>
        ))}
      </HTMLSelect>
      <span className="list-pages">
        {!isNarrow && (
          <Button
            variant="minimal"
            icon={<DoubleChevronLeft />}
            aria-label={t('pageFirst')}
            disabled={state.page <= 1}
            onClick={() => go({ page: 1 })}
          />
        )}
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label={t('pagePrevious')}
          disabled={state.page <= 1}
          onClick={() => go({ page: state.page - 1 })}
        />
        <PageInput key={state.page} page={state.page} pages={pages} loaded={loaded} onPage={(page) => go({ page })} />
        <Button
          variant="minimal"
          icon={<ChevronRight />}
          aria-label={t('pageNext')}
          disabled={isLast || state.page >= pages}
          onClick={() => go({ page: state.page + 1 })}
        />
        {!isNarrow && (
          <Button
            variant="minimal"
            icon={<DoubleChevronRight />}
            aria-label={t('pageLast')}
            disabled={loaded.more || state.page >= pages}
            onClick={() => go({ page: pages })}
          />
        )}
      </span>
    </nav>
  )
}

interface PageInputProps {
  readonly page: number
  readonly pages: number
  readonly loaded: LoadedRows
  readonly onPage: (page: number) => void
}

/** The page as a number that can be typed; Enter or leaving goes there, as near as there are pages. */
function PageInput({ page, pages, loaded, onPage }: PageInputProps) {
  const t = useT()
  const [text, setText] = useState(String(page))
  const applyPage = () => {
    const target = Math.min(pages, Math.max(1, Math.trunc(Number(text)) || page))
    setText(String(target))
    if (target !== page) onPage(target)
  }
  return (
    <>
      <InputGroup
        className="list-page"
        aria-label={t('page')}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 5))}
        onBlur={applyPage}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) applyPage()
        }}
      />
      {!loaded.more && <span className="list-page-count">{t('pageOf', { count: pages })}</span>}
    </>
  )
}
