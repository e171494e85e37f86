import { useContext } from 'react'
import { AnnouncementContext, useListData } from '../context/contexts.ts'
import { flatRows } from '../tree.ts'
import { useT } from '../texts/index.ts'
import { wholeText } from './whole-text.ts'

/** Says to screen readers what came: how many records on which page, and what was done last. */
export function LiveRegion() {
  const { loaded, state, locale } = useListData()
  const announcement = useContext(AnnouncementContext)
  const t = useT()
  const count = loaded.total ?? flatRows(loaded.rows).length
  const total = t(loaded.more ? 'totalMore' : 'total', {
    count: count < 1000 ? count : wholeText(count, locale.language),
  })
  const result =
    loaded.isBusy || !loaded.isLoaded || loaded.problem
      ? ''
      : loaded.total === null
        ? t('loaded', { count })
        : t('loadedPage', { page: state.page, total })
  return (
    <>
      <div role="status" className="tw-visually-hidden">
        {result}
      </div>
      <div role="status" className="tw-visually-hidden">
        {announcement}
      </div>
    </>
  )
}
