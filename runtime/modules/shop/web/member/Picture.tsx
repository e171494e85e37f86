import { fileUrl } from 'tablewright/web'

interface PictureProps {
  readonly image: string | null
  /** "" where the name stands beside it. */
  readonly alt: string
  readonly isLarge?: boolean
}

/** A picture of goods in a square that is there before it has loaded. */
export function Picture({ image, alt, isLarge }: PictureProps) {
  return (
    <span className="shop-picture" data-large={isLarge || undefined}>
      {image !== null && image !== '' && (
        <img src={fileUrl(image)} alt={alt} loading={isLarge ? 'eager' : 'lazy'} decoding="async" />
      )}
    </span>
  )
}
