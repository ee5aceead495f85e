import { patternOf } from '#modules/kernel/calls'
import { deletePicture, listPictures } from '#modules/imagegen/calls'
import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query'
import { changeItems, pagesQuery } from '#web/lib/get_page'
import { useCall } from '#web/lib/use_call'

/** Newest first. Other tabs draw, too, so the list is fetched whenever it is opened. */
const picturesQuery = () => ({ ...pagesQuery(listPictures), staleTime: 0 })

export const useDrawnPictures = () => useInfiniteQuery(picturesQuery())

/** To be called when a picture was drawn. */
export const refreshDrawnPictures = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [patternOf(listPictures)] })

export const useDeletePicture = () =>
  useCall(deletePicture, (queryClient, _, { params: { id } }) =>
    queryClient.setQueryData(picturesQuery().queryKey, (data) =>
      changeItems(data, (items) =>
        items.some((item) => item.id === id) ? items.filter((item) => item.id !== id) : items
      )
    )
  )
