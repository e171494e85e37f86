import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react'

/** Handlers of an element that takes files by drag and paste. `isOver`: files are held over it. */
export function useDrop(onFiles: (files: Iterable<File>) => void) {
  const [isOver, setIsOver] = useState(false)
  // Entering a child leaves the parent, so that both are counted.
  const depth = useRef(0)
  const change = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setIsOver(depth.current > 0)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) change(1)
      },
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault()
      },
      onDragLeave: (event: DragEvent) => {
        if (hasFiles(event)) change(-1)
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setIsOver(false)
        onFiles(event.dataTransfer.files)
      },
      onPaste: (event: ClipboardEvent) => {
        if (event.clipboardData.files.length > 0) onFiles(event.clipboardData.files)
      },
    },
  }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  [...(dataTransfer.types ?? [])].includes('Files') || dataTransfer.files?.length > 0
