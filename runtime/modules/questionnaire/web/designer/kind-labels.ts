/** The names of kinds, by their codes. */
import type { Text } from 'tablewright/protocol'

export const kindLabels: readonly Text[] = [
  { 'zh-cn': '单选', en: 'Single choice' },
  { 'zh-cn': '多选', en: 'Multiple choice' },
  { 'zh-cn': '填空', en: 'Fill-in' },
  { 'zh-cn': '简答', en: 'Short answer' },
  { 'zh-cn': '下拉', en: 'Dropdown' },
  { 'zh-cn': '图片', en: 'Image' },
  { 'zh-cn': '视频', en: 'Video' },
  { 'zh-cn': '文件', en: 'File' },
  { 'zh-cn': '评分', en: 'Rating' },
  { 'zh-cn': '矩阵', en: 'Matrix' },
]
