export const CategoriesTab = () => null
