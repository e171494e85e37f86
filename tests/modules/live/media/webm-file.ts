/** Recordings as players see them. */
import { readFileSync } from 'node:fs'
import { children, ids, readHead, readUint } from '../../../../runtime/modules/live/server/media/webm/ebml.ts'
import { WebmReader } from '../../../../runtime/modules/live/server/media/webm/reader.ts'

/** Elements of the segment of a file, with their places from its content on. */
function* elementsOf(file: Buffer) {
  const ebml = readHead(file, 0)!
  const segment = readHead(file, ebml.length + ebml.size!)!
  const start = ebml.length + ebml.size! + segment.length
  if (segment.id !== ids.segment) throw new Error('a file without a segment')
  for (let place = start; place < file.length;) {
    const head = readHead(file, place)!
    if (head.size === null) throw new Error('an element of unknown length')
    const content = file.subarray(place + head.length, place + head.length + head.size)
    yield { id: head.id, place: place - start, content, segmentSize: segment.size, total: file.length - start }
    place += head.length + head.size
  }
}

/** A file as players see it. */
export function describeFile(path: string) {
  const elements = [...elementsOf(readFileSync(path))]
  const info = [...children(elements.find(({ id }) => id === ids.info)!.content)]
  const duration = info.find(({ id }) => id === ids.duration)?.content.readDoubleBE() ?? null
  const seeks = [...children(elements.find(({ id }) => id === ids.seekHead)!.content)].map(({ content }) => {
    const [id, place] = [...children(content)].map((child) => readUint(child.content))
    return { id, place }
  })
  const cues = [...children(elements.find(({ id }) => id === ids.cues)!.content)].map(({ content }) => {
    const point = new Map([...children(content)].map((child) => [child.id, child.content]))
    const places = new Map([...children(point.get(ids.cuePositions)!)].map((child) => [child.id, child.content]))
    return { time: readUint(point.get(ids.cueTime)!), place: readUint(places.get(ids.cueCluster)!) }
  })
  const reader = new WebmReader()
  const blocks = reader.push(readFileSync(path))
  return { elements, duration, seeks, cues, blocks }
}
