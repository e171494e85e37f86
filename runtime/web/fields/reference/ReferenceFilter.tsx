import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { TextFilter } from '../text/TextFilter.tsx'
import type { FilterProps } from '../renderer.ts'

const RecordFilter = lazyComponent(
  async () => (await import('./RecordFilter.tsx')).RecordFilter,
  () => <div className="filter-waiting" />,
)

/** A record searched by name, also as member of a list; several of them, as an address may contain, by their ids. */
export function ReferenceFilter(props: FilterProps) {
  if (props.operator !== 'eq' && props.operator !== 'ne' && props.operator !== 'FIND_IN_SET')
    return <TextFilter {...props} />
  return <RecordFilter {...props} />
}
