/** Files of questions: imports first, and exports behind a button. */
import { useState } from 'react'
import type { ToolbarPartProps } from 'tablewright/web'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'

export function FilesDialog(props: ToolbarPartProps & { readonly onClose: () => void }) {
  const [isExport, setExport] = useState(false)
  return isExport ? <ExportDialog {...props} /> : <ImportDialog {...props} toExport={() => setExport(true)} />
}
