/** Parts of a list that load when they are first shown. */
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import type { DeleteDialogProps } from './remove/DeleteDialog.tsx'
import { LoadingState } from './status/ErrorBar.tsx'

export const SearchPanel = lazyComponent(
  async () => (await import('./search/SearchPanel.tsx')).SearchPanel,
  LoadingState,
)
export const DeleteDialog = lazyComponent<DeleteDialogProps>(
  async () => (await import('./remove/DeleteDialog.tsx')).DeleteDialog,
)
