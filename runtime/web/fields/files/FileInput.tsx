import { FileList } from './FileList.tsx'
import { UploadInput } from './UploadInput.tsx'
import type { InputProps } from '../input-props.ts'

/** One file; a new one replaces the old. */
export function FileInput(props: InputProps) {
  const urls = typeof props.value === 'string' && props.value !== '' ? [props.value] : []
  const put = ([url]: readonly string[]) => props.onChange(url ?? '')
  return <UploadInput {...props} urls={urls} maxFiles={1} isPicture={false} onUrls={put} List={FileList} />
}
