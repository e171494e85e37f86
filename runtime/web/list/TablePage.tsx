import { Callout } from '@blueprintjs/core'
import { lazy, Suspense, useState } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { useLabel } from '../i18n/language.ts'
import { LoadingState, ProblemBar } from './ProblemBar.tsx'
import { Grid } from './grid/Grid.tsx'
import './list.css'
import { LiveRegion } from './LiveRegion.tsx'
import { isByHand } from './order/moving.ts'
import { OrderNote } from './order/OrderNote.tsx'
import { Pager } from './Pager.tsx'
import { Pills } from './Pills.tsx'
import { RecordPlace } from './RecordPlace.tsx'
import { ScreenProvider, useListScreen, type ListScreen } from './screen.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'

const SearchPanel = lazy(async () => ({ default: (await import('./search/SearchPanel.tsx')).SearchPanel }))
const DeleteDialog = lazy(async () => ({ default: (await import('./remove/DeleteDialog.tsx')).DeleteDialog }))

/** The list of a table, whole from its model: rows, search, columns, order, choice, and the record form over it. */
export function TablePage({ model }: { readonly model: TableModel }) {
  return <List key={model.id} model={model} />
}

function List({ model }: { readonly model: TableModel }) {
  const screen = useListScreen(model)
  const label = useLabel()
  const [isSearching, setSearching] = useState(false)
  const [deleting, setDeleting] = useState<readonly number[] | null>(null)
  const order = useReordering(screen)
  return (
    <ScreenProvider value={screen}>
      <div className="list-page-frame">
        <h1 className="list-unseen">{label(model.label)}</h1>
        {screen.loaded.remark !== '' && <Callout compact className="list-remark">{screen.loaded.remark}</Callout>}
        <Toolbar isSearching={isSearching} onSearching={setSearching} isReordering={order.isOn} onReorder={order.toggle} onDelete={setDeleting} />
        {isSearching && <Suspense fallback={<LoadingState />}><SearchPanel onClose={() => setSearching(false)} /></Suspense>}
        <Pills />
        <OrderNote isOn={order.isOn} isRefused={order.isRefused} onSort={order.sort} />
        <ProblemBar />
        <Grid isReordering={order.isOn} onDelete={setDeleting} />
        <Pager />
      </div>
      <LiveRegion />
      {deleting && <Suspense><DeleteDialog ids={deleting} onClose={() => setDeleting(null)} /></Suspense>}
      <RecordPlace />
    </ScreenProvider>
  )
}

/** Reordering is a mode: it can be entered only while the list shows the order made by hand, and ends with it. */
function useReordering(screen: ListScreen) {
  const { model, narrow } = screen
  const [isWanted, setWanted] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const byHand = isByHand(screen)
  const toggle = () => {
    setWanted(byHand && !isWanted)
    setRefused(!byHand && !isRefused)
  }
  const sort = () => {
    const own = model.list.sort.field === model.sort
    narrow({ order: own ? null : { field: model.sort!, direction: 'desc' } })
    setRefused(false)
    setWanted(true)
  }
  return { isOn: isWanted && byHand, isRefused: isRefused && !byHand, toggle, sort }
}
