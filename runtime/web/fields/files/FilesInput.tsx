import type { InputProps } from '../input-props.ts'
import { FileList } from './FileList.tsx'
import { UploadInput } from './UploadInput.tsx'

/** Several files in an order of their own. */
export function FilesInput(props: InputProps) {
  const urls = Array.isArray(props.value) ? props.value.map(String) : []
  const maxFiles = props.field.maxItems ?? 100
  return (
    <UploadInput {...props} urls={urls} maxFiles={maxFiles} isPicture={false} onUrls={props.onChange} List={FileList} />
  )
}
