import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { centered, clampCrop, maxZoom, moveCrop, squareOf, type Crop } from './crop.ts'
import { useUploadT } from './texts.ts'
import './upload.css'

/** Pixels of the square on the screen, and of the stored avatar. */
const shown = 280
const stored = 320
/** Pixels by which an arrow key moves the picture. */
const keyStep = 14

const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

interface AvatarCropProps {
  readonly file: File
  readonly onUse: (cropped: File) => void
  readonly onClose: () => void
}

/** Cuts a square out of a picture, by pointer or keyboard. */
export function AvatarCrop({ file, onUse, onClose }: AvatarCropProps) {
  const t = useUploadT()
  const zoomId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const [crop, setCrop] = useState<Crop>(centered)
  const { picture, isBroken } = usePicture(file)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context && picture) drawSquare(context, picture, crop, shown)
  }, [picture, crop])
  const move = (by: { readonly x: number; readonly y: number }) => {
    if (picture) setCrop((before) => moveCrop(picture, before, by, shown))
  }
  const pressKey = (event: KeyboardEvent) => {
    const by = directions[event.key]
    if (!by) return
    event.preventDefault()
    move(by)
  }
  const movePointer = (event: PointerEvent) => {
    if (!drag.current) return
    move({ x: event.clientX - drag.current.x, y: event.clientY - drag.current.y })
    drag.current = { x: event.clientX, y: event.clientY }
  }
  const use = async () => {
    if (picture) onUse(await cutOut(picture, crop))
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('crop-title')} className="avatar-crop">
      <DialogBody>
        {isBroken ? (
          <p role="alert">{t('crop-unreadable')}</p>
        ) : (
          <>
            <button
              type="button"
              aria-label={t('crop-area')}
              className="avatar-crop-area"
              onKeyDown={pressKey}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                drag.current = { x: event.clientX, y: event.clientY }
              }}
              onPointerMove={movePointer}
              onPointerUp={() => (drag.current = null)}
              onPointerCancel={() => (drag.current = null)}
            >
              <canvas ref={canvas} width={shown} height={shown} aria-hidden />
            </button>
            <label htmlFor={zoomId} className="avatar-crop-zoom">
              {t('crop-zoom')}
              <input
                id={zoomId}
                type="range"
                min={1}
                max={maxZoom}
                step={0.05}
                value={crop.zoom}
                onChange={(event) => {
                  const zoom = Number(event.target.value)
                  if (picture) setCrop((before) => clampCrop(picture, { ...before, zoom }))
                }}
              />
            </label>
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel-dialog')} onClick={onClose} />
            <Button intent="primary" text={t('crop-use')} disabled={!picture} onClick={() => void use()} />
          </>
        }
      />
    </Dialog>
  )
}

/** The decoded picture, upright. */
function usePicture(file: File) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let isGone = false
    let decoded: ImageBitmap | null = null
    createImageBitmap(file, { imageOrientation: 'from-image' })
      .then((bitmap) => {
        decoded = bitmap
        if (isGone) bitmap.close()
        else setPicture(bitmap)
      })
      .catch(() => setBroken(true))
    return () => {
      isGone = true
      decoded?.close()
    }
  }, [file])
  return { picture, isBroken }
}

function drawSquare(context: CanvasRenderingContext2D, picture: ImageBitmap, crop: Crop, size: number): void {
  const { left, top, side } = squareOf(picture, crop)
  context.clearRect(0, 0, size, size)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, size, size)
}

/** The square as a picture of its own. Transparent parts stay so. */
async function cutOut(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = stored
  canvas.height = stored
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  drawSquare(context, picture, crop, stored)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('this browser cannot encode pictures')
  return new File([blob], 'avatar.png', { type: 'image/png' })
}
