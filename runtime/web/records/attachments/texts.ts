/** Texts of the page of attachments. */
import { defineTexts, type TranslationOf } from '../../core/i18n/texts.ts'

const zhCn = {
  upload: '上传文件',
  'upload-hint': '也可将文件拖到页面上，或直接粘贴；每个不超过 {{size}}',
  view: '显示方式',
  list: '列表',
  grid: '缩略图',
  topics: '用途',
  'all-topics': '全部',
  'more-topics': '另有 {{count}} 个用途，请筛选查看',
  drop: '松开鼠标，上传到“{{topic}}”',
  select: '选择“{{name}}”',
  rename: '编辑“{{name}}”',
  delete: '删除“{{name}}”',
  copy: '复制“{{name}}”的地址',
  copied: '已复制地址',
  'copy-failed': '无法复制，请手动选择：{{url}}',
  'used-by': '使用于',
  more: '等',
  unused: '未被记录使用',
  'uses-failed': '无法读取使用情况',
  'used-elsewhere': '被您无权查看的记录使用',
  empty: '暂无文件',
} as const

const en: TranslationOf<typeof zhCn> = {
  upload: 'Upload files',
  'upload-hint': 'Or drag files onto the page, or paste them; up to {{size}} each',
  view: 'View',
  list: 'List',
  grid: 'Thumbnails',
  topics: 'Purposes',
  'all-topics': 'All',
  'more-topics': 'Filter by purpose for {{count}} more',
  drop: 'Drop to upload to “{{topic}}”',
  select: 'Select “{{name}}”',
  rename: 'Edit “{{name}}”',
  delete: 'Delete “{{name}}”',
  copy: 'Copy the address of “{{name}}”',
  copied: 'Address copied',
  'copy-failed': 'Copying is not possible. Select it yourself: {{url}}',
  'used-by': 'Used by',
  more: 'and more',
  unused: 'Used by no record',
  'uses-failed': 'Where it is used could not be read',
  'used-elsewhere': 'Used by records you may not see',
  empty: 'No files yet',
}

export const { useT } = defineTexts('attachments', { 'zh-cn': zhCn, en })
