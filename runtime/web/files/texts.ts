/** Texts of uploads. They load with the first screen that has one. */
import { defineTexts, type TranslationOf } from '../core/i18n/texts.ts'

const zhCn = {
  uploading: '正在上传 {{name}}',
  checking: '正在校验 {{name}}',
  waiting: '等待上传',
  paused: '已暂停',
  unnamed: '未命名文件',
  retry: '重试',
  resume: '继续',
  pause: '暂停“{{name}}”',
  cancel: '取消上传“{{name}}”',
  remove: '移除“{{name}}”',
  drop: '松开鼠标即可上传',
  'crop-title': '裁剪头像',
  'crop-area': '头像区域：拖动图片，或用方向键移动',
  'crop-zoom': '缩放',
  'crop-use': '使用',
  'crop-unreadable': '无法读取这张图片，请换一张 JPG、PNG、WebP 或 GIF 图片。',
  'cancel-dialog': '取消',
} as const

const en: TranslationOf<typeof zhCn> = {
  uploading: 'Uploading {{name}}',
  checking: 'Checking {{name}}',
  waiting: 'Waiting',
  paused: 'Paused',
  unnamed: 'Unnamed file',
  retry: 'Try again',
  resume: 'Resume',
  pause: 'Pause “{{name}}”',
  cancel: 'Cancel the upload of “{{name}}”',
  remove: 'Remove “{{name}}”',
  drop: 'Drop files to upload them',
  'crop-title': 'Crop avatar',
  'crop-area': 'Avatar area: drag the image, or move it with the arrow keys',
  'crop-zoom': 'Zoom',
  'crop-use': 'Use',
  'crop-unreadable': 'The image cannot be read. Choose another JPG, PNG, WebP or GIF image.',
  'cancel-dialog': 'Cancel',
}

export const { useT: useUploadT } = defineTexts('upload', { 'zh-cn': zhCn, en })
