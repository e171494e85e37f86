import { Callout } from '@blueprintjs/core'
import { useState } from 'react'
import type { TableModel } from '../../protocol/index.ts'
import { useLabel } from '../i18n/language.ts'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { LoadingState, ErrorBar } from './status/ErrorBar.tsx'
import { Grid } from './grid/Grid.tsx'
import './list.css'
import { LiveRegion } from './status/LiveRegion.tsx'
import { ListActionHost } from './machine/lazy.tsx'
import { OrderNote } from './order/OrderNote.tsx'
import { Pager } from './query/Pager.tsx'
import { Pills } from './search/Pills.tsx'
import { RecordPlace } from './RecordPlace.tsx'
import { DeletedNote } from './restore/DeletedNote.tsx'
import { useFocusAfterDelete } from './remove/focus.ts'
import { ScreenProvider, useListScreen } from './context/use-list.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'

const SearchPanel = lazyComponent(async () => (await import('./search/SearchPanel.tsx')).SearchPanel, LoadingState)
const DeleteDialog = lazyComponent(async () => (await import('./remove/DeleteDialog.tsx')).DeleteDialog)

/** The list of a table, whole from its model: rows, search, columns, order, choice, and the record form over it. */
export function TablePage({ model }: { readonly model: TableModel }) {
  return <List key={model.id} model={model} />
}

function List({ model }: { readonly model: TableModel }) {
  const screen = useListScreen(model)
  const label = useLabel()
  const [isSearching, setSearching] = useState(false)
  const [deleting, setDeleting] = useState<readonly number[] | null>(null)
  const { order } = screen
  const frame = useFocusAfterDelete(deleting !== null, screen.loaded.rows)
  return (
    <ScreenProvider value={screen}>
      <div ref={frame} className="list-page-frame">
        <div ref={screen.place} className="list-place" />
        <h1 className="list-unseen">{label(model.label)}</h1>
        {screen.loaded.remark !== '' && (
          <Callout compact className="list-remark">
            {screen.loaded.remark}
          </Callout>
        )}
        <Toolbar isSearching={isSearching} onSearching={setSearching} onDelete={setDeleting} />
        {isSearching && <SearchPanel onClose={() => setSearching(false)} />}
        <Pills />
        <OrderNote />
        <DeletedNote />
        <ErrorBar />
        <Grid isReordering={order.isOn} onDelete={setDeleting} />
        <Pager />
      </div>
      <LiveRegion />
      {deleting && <DeleteDialog ids={deleting} onClose={() => setDeleting(null)} />}
      {model.machine && !screen.state.deleted && <ListActionHost />}
      {!screen.state.deleted && <RecordPlace />}
    </ScreenProvider>
  )
}
