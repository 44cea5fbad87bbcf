import { useLocation, useNavigate } from "react-router";

/** Goes back in the history, or to the search if the address was opened directly. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate("/busca") : navigate(-1));
}
