/** Saves a blob as a download of the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
