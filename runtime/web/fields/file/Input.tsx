import { FileList } from '../files/FileList.tsx'
import { UploadInput } from '../files/UploadInput.tsx'
import type { InputProps } from '../input.ts'

/** One file; a new one replaces the old. */
export function FileInput(props: InputProps) {
  const urls = typeof props.value === 'string' && props.value !== '' ? [props.value] : []
  const put = ([url]: readonly string[]) => props.onChange(url ?? '')
  return <UploadInput {...props} urls={urls} maxFiles={1} isPicture={false} onUrls={put} List={FileList} />
}
