/**
 * What is drawn to be clicked: outlines within a square of 100 × 100 around (50, 50), so that a bare server without
 * fonts can draw them, and their names. No two may be mistaken for one another when turned a little.
 */
import type { Text } from '../../../protocol/index.ts'

export interface Shape {
  readonly name: Text
  /** SVG path data; parts inside one another leave a hole. */
  readonly path: string
}

const shape = (zh: string, en: string, path: string): Shape => ({ name: { 'zh-cn': zh, en }, path })

export const shapes: readonly Shape[] = [
  shape('圆环', 'ring', 'M50 4A46 46 0 1 1 50 96A46 46 0 1 1 50 4ZM50 28A22 22 0 1 0 50 72A22 22 0 1 0 50 28Z'),
  shape('正方形', 'square', 'M14 14H86V86H14Z'),
  shape('三角形', 'triangle', 'M50 8L94 86H6Z'),
  shape('五角星', 'star', 'M50 3L61.8 36.8L97.6 37.5L69 59.2L79.4 93.4L50 73L20.6 93.4L31 59.2L2.4 37.5L38.2 36.8Z'),
  shape(
    '爱心',
    'heart',
    'M50 92C20 66 6 50 6 32C6 18 17 8 29 8C38 8 46 13 50 22C54 13 62 8 71 8C83 8 94 18 94 32C94 50 80 66 50 92Z',
  ),
  shape('月亮', 'moon', 'M62 4A46 46 0 1 0 96 66A38 38 0 1 1 62 4Z'),
  shape('十字', 'cross', 'M36 6H64V36H94V64H64V94H36V64H6V36H36Z'),
  shape('箭头', 'arrow', 'M4 36H54V10L96 50L54 90V64H4Z'),
  shape('闪电', 'lightning', 'M60 2L14 58H44L36 98L86 38H54Z'),
  shape('房子', 'house', 'M50 6L98 50H84V94H60V64H40V94H16V50H2Z'),
  shape('云', 'cloud', 'M26 82A20 20 0 0 1 22 43A26 26 0 0 1 72 34A24 24 0 0 1 76 82Z'),
  shape('水滴', 'drop', 'M50 4C66 30 80 46 80 64A30 30 0 0 1 20 64C20 46 34 30 50 4Z'),
  shape('旗子', 'flag', 'M14 4H26V10H92L76 32L92 54H26V96H14Z'),
  shape(
    '雨伞',
    'umbrella',
    'M50 4A46 44 0 0 1 96 50H56V82A14 14 0 0 1 28 82H38A4 4 0 0 0 46 82V50H4A46 44 0 0 1 50 4Z',
  ),
  shape(
    '鱼',
    'fish',
    'M4 50C20 18 52 18 70 42L96 20V80L70 58C52 82 20 82 4 50ZM24 42A5 5 0 1 0 24 52A5 5 0 1 0 24 42Z',
  ),
  shape(
    '杯子',
    'cup',
    'M10 14H74V26H84A14 14 0 0 1 84 62H72C70 78 62 88 50 90H34C20 88 10 76 10 58ZM74 36V52H82A8 8 0 0 0 82 36Z',
  ),
  shape(
    '钥匙',
    'key',
    'M28 26A24 24 0 1 1 28 74A24 24 0 1 1 28 26ZM28 40A10 10 0 1 0 28 60A10 10 0 1 0 28 40ZM50 ' +
      '44H98V72H88V56H80V68H70V56H50Z',
  ),
  shape('沙漏', 'hourglass', 'M14 4H86V16L58 50L86 84V96H14V84L42 50L14 16Z'),
  shape('信封', 'envelope', 'M2 18H98V26L50 58L2 26ZM2 38L50 70L98 38V84H2Z'),
  shape(
    '铃铛',
    'bell',
    'M50 4A8 8 0 0 1 58 14C74 20 78 34 80 60L92 76V82H8V76L20 60C22 34 26 20 42 14A8 8 0 0 1 50 4ZM38 86H62A12 12 ' +
      '0 0 1 38 86Z',
  ),
]
